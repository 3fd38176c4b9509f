/**
 * `npm run videos`: renders the courses' animated scenes. Every content/<course>/media/<name>.scene.svg becomes
 * <name>.mp4 and a poster <name>.jpg, unless both are newer than the scene. `data-seconds` is the scene's duration and
 * `data-poster` the poster's time (default: half of the duration).
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { ensureChromium } from './chromium.ts';
import { runCommand } from './run-command.ts';

const root = join(import.meta.dirname, '..');
const size = { width: 1280, height: 720 };
const framesPerSecond = 24;
const encoding = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '28', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
/** JPEG frames use the BT.601 color matrix, while players expect BT.709. */
const conversion = 'scale=in_color_matrix=bt601:out_color_matrix=bt709:in_range=pc:out_range=tv';
const colorArgs = ['-vf', conversion, '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const font = readFileSync(
  join(root, 'node_modules/@fontsource-variable/geologica/files/geologica-latin-wght-normal.woff2'),
).toString('base64');

/** The drawing classes of content/README.md in the light theme's colors. */
const palette = `
  @font-face { font-family: Geologica; src: url(data:font/woff2;base64,${font}); font-weight: 100 900; }
  body { margin: 0; background: #F4F7F6; }
  svg { display: block; width: ${size.width}px; height: ${size.height}px;
    fill: none; stroke: #06232B; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .w { fill: #CFE9E4; stroke: none; }
  .w2 { fill: #AFDAD5; stroke: none; }
  .s { fill: #F4F7F6; }
  .f { fill: #06232B; stroke: none; }
  .a { stroke: #BC3A26; }
  .af { fill: #BC3A26; stroke: none; }
  .t { stroke: #005F6B; }
  .tf { fill: #005F6B; stroke: none; }
  text { fill: #06232B; stroke: none; font: 540 15px Geologica, sans-serif; }
  text.c { fill: #BC3A26; }
`;

await runCommand(async () => {
  const scenes = globSync('content/*/media/*.scene.svg', { cwd: root }).toSorted().filter(isStale);
  if (scenes.length === 0) {
    console.log('all videos are up to date');
    return;
  }
  requireFfmpeg();
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: size });
    for (const scene of scenes) await recordScene(page, scene);
  } finally {
    await browser.close();
  }
});

function isStale(scene: string): boolean {
  const drawnAt = statSync(join(root, scene)).mtimeMs;
  return ['.mp4', '.jpg'].some((ending) => {
    const made = statSync(join(root, withExtension(scene, ending)), { throwIfNoEntry: false });
    return made === undefined || made.mtimeMs < drawnAt;
  });
}

function requireFfmpeg(): void {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
  } catch {
    throw new Error('ffmpeg is missing: install it (apt-get install ffmpeg, or brew install ffmpeg)');
  }
}

async function recordScene(page: Page, scene: string): Promise<void> {
  await page.setContent(`<style>${palette}</style>${readFileSync(join(root, scene), 'utf8')}`);
  const { seconds, poster } = await page.evaluate(async () => {
    const svg = document.querySelector('svg');
    svg?.pauseAnimations();
    await Promise.all([...document.fonts].map((face) => face.load()));
    return { seconds: Number(svg?.dataset['seconds']), poster: Number(svg?.dataset['poster']) };
  });
  if (!(seconds > 0)) throw new Error(`${scene}: the svg has no data-seconds (its duration)`);

  const target = join(root, withExtension(scene, '.mp4'));
  const unfinished = join(root, withExtension(scene, '.unfinished.mp4'));
  try {
    await encode(frames(page, seconds), unfinished);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { force: true });
  }
  await writeFile(join(root, withExtension(scene, '.jpg')), await takeFrame(page, poster || seconds / 2, 80));
  console.log(`${withExtension(scene, '.mp4')} ${seconds} s, ${Math.ceil(statSync(target).size / 1024)} KB`);
}

async function* frames(page: Page, seconds: number): AsyncGenerator<Buffer> {
  const count = Math.round(seconds * framesPerSecond);
  for (let frame = 0; frame < count; frame += 1) yield await takeFrame(page, frame / framesPerSecond, 95);
}

async function takeFrame(page: Page, second: number, quality: number): Promise<Buffer> {
  await page.evaluate((at) => document.querySelector('svg')?.setCurrentTime(at), second);
  return await page.screenshot({ type: 'jpeg', quality });
}

async function encode(pictures: AsyncIterable<Buffer>, target: string): Promise<void> {
  const input = ['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'mjpeg', '-i', '-'];
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, '-an', ...colorArgs, ...encoding, target], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(ffmpeg, 'close');
  // Write errors are ignored because the exit code reports the failure.
  ffmpeg.stdin.on('error', () => undefined);
  for await (const picture of pictures) {
    if (ffmpeg.exitCode !== null) break;
    if (!ffmpeg.stdin.write(picture)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended]);
  }
  ffmpeg.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code} for ${target}`);
}

function withExtension(scene: string, ending: string): string {
  return scene.replace(/\.scene\.svg$/, ending);
}
