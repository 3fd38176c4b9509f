/** Creates a key that signs the account service's tokens from tomorrow on: `npm run -s rotate-sign-in-key`. */
import { rotateSigningKey } from '#features/identity/server/provider/signing-keys.ts';
import { runOnDatabase } from './run-command.ts';

await runOnDatabase(async ({ database, env }) => {
  const keyId = await rotateSigningKey(database, env);
  console.log(
    `sign-in tokens will be signed with key ${keyId} from tomorrow: restart the portal now and again tomorrow`,
  );
});
