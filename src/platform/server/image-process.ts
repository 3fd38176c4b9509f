/** Where pictures are unpacked: a process of its own, so that neither their memory nor a broken one is the server's. */
import { makeImage } from './image-work.ts';
import { ImageError, type ImageAnswer, type ImageTask } from './image-types.ts';

process.on('message', async ({ id, file, options }: ImageTask) => {
  // What comes from another process is a plain array of bytes.
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  process.send?.(await answer(id, () => makeImage(bytes, options)));
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
