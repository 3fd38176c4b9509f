/** From tomorrow another key of the account service signs who signed in: `npm run -s rotate-sign-in-key`. */
import { rotateSigningKey } from '#features/identity/server/provider/signing-keys.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const keyId = await rotateSigningKey(database, env);
  console.log(`sign-ins are signed by ${keyId} from tomorrow on: restart the portal now, and once more then`);
});
