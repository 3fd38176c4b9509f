/** Where pictures are unpacked: a process of its own, so that neither their memory nor a broken one is the server's. */
import { makeImage } from './image-work.ts';
import { ImageError, type ImageAnswer, type ImageTask } from './image-types.ts';

const files = new Map<number, Uint8Array[]>();

process.on('message', async (task: ImageTask) => {
  const pieces = files.get(task.id) ?? [];
  if ('piece' in task) {
    files.set(task.id, [...pieces, task.piece]);
    return;
  }
  files.delete(task.id);
  const file = Buffer.concat(pieces);
  process.send?.(await answer(task.id, () => makeImage(file, task.options)));
});
// It ends with its server, and not before: what is being uploaded while that one stops is still finished.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

async function answer(id: number, work: () => ReturnType<typeof makeImage>): Promise<ImageAnswer> {
  try {
    return { id, image: await work() };
  } catch (error) {
    if (error instanceof ImageError) return { id, problem: error.problem, cause: String(error.cause ?? '') };
    return { id, cause: String(error) };
  }
}
