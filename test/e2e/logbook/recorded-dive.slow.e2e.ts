import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApiCaller } from '#test/support/e2e/api-calls.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { runSql } from '#test/support/e2e/database.ts';
import { clearDives, instructor, seedDives } from '#test/support/e2e/logbook-dives.ts';
import { open } from './list-steps.ts';

/** 40 minutes to 18 m with a sample a minute, colder and with less gas from minute to minute. */
const samples = Array.from({ length: 41 }, (_, minute) => {
  const depth = minute === 0 || minute === 40 ? 0 : minute === 20 ? 18 : 14;
  return `<sample time='${minute}:00 min' depth='${depth}.0 m' temp='${(22 - minute / 10).toFixed(1)} C'
    pressure='${200 - minute * 3}.0 bar' heartbeat='${80 + minute}'/>`;
});
const createFile = (computer: string) => `<divelog program='subsurface' version='3'><dives>
  <dive number='1' date='2026-05-02' time='10:42:00' duration='40:00 min'>
  <cylinder size='12.0 l' o2='32.0%' start='200.0 bar' end='80.0 bar'/>
  <divecomputer model='${computer}' deviceid='${computer}'><depth max='18.0 m'/>${samples.join('')}</divecomputer>
  </dive></dives></divelog>`;

/** Imports the file with the page's session and waits for the job. */
async function attachRecording(page: Page, logId: string, computer = 'Perdix 2', recordings = 1): Promise<void> {
  const importId = randomUUID();
  const callLogbook = await createApiCaller(page, 'logbook');
  await callLogbook('POST', `api/Import/UploadFile/${importId}/0`, undefined, {
    name: 'dive.ssrf',
    file: { name: 'dive.ssrf', mimeType: 'application/xml', buffer: Buffer.from(createFile(computer)) },
  });
  const callGraphql = await createApiCaller(page, 'graphql');
  await callGraphql('POST', '', {
    query: `mutation ($id: ID!, $choices: [ImportChoiceInput!]!) { startImport(id: $id, choices: $choices) { id } }`,
    variables: { id: importId, choices: [{ file: 0, dive: 0, action: 'attach', log_id: logId }] },
  });
  await expect
    .poll(() => runSql('select 1 from dive_recording where log_id = $1', [logId]), { timeout: 30_000 })
    .toHaveLength(recordings);
}

/** A photo that was taken ten minutes into the dive. */
async function uploadPhoto(page: Page, logId: string): Promise<void> {
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a7ea4' } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:05:02 10:52:00' } })
    .jpeg()
    .toBuffer();
  const call = await createApiCaller(page, 'logbook');
  const image = { name: 'turtle.jpg', mimeType: 'image/jpeg', buffer };
  await call('POST', `api/Image/UploadImage/${logId}`, undefined, { image });
}

const slider = (page: Page) => page.getByRole('slider', { name: 'Dive time' });

beforeEach(clearDives);

describe('a recorded dive', () => {
  it('shows its profile and all values of a moment, by keyboard too', async () => {
    const [id = ''] = await seedDives([{ title: 'Recorded dive', date: '2026-05-02', status: 'Logged' }]);
    const setup = await open('/logbook/list');
    await attachRecording(setup, id);
    await uploadPhoto(setup, id);
    const page = await open(`/logbook/dive/${id}`);
    await page.getByText('Dive profile: maximum depth 18 m, total time 40 min').first().waitFor({ state: 'attached' });
    await page.mouse.move(700, 20);
    await slider(page).focus();
    // The deepest moment is shown first.
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^20:00, Depth 18 m, .*Heart rate 100 bpm/);
    await page.keyboard.press('Home');
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toMatch(/^0:00, Depth 0 m/);
    await page.getByText('Recorded by Perdix 2').waitFor();

    await page.getByRole('checkbox', { name: 'Temperature' }).check();
    expect(await page.locator('svg.profile .layer.dotted').count()).toBe(1);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Show whole dive' }).click();

    await page.getByRole('button', { name: 'View photo 1 of 1' }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^10:00, /);

    await page.getByText('Profile data').click();
    expect(await page.getByRole('row').count()).toBe(42);
    await page.getByText('Minute volume (RMV)').waitFor();
    await checkAppearance(page);
  });

  it('compares two computers, and shows each one alone', async () => {
    const [id = ''] = await seedDives([{ title: 'Recorded dive', date: '2026-05-02', status: 'Logged' }]);
    const page = await open('/logbook/list');
    await attachRecording(page, id);
    await attachRecording(page, id, 'Teric', 2);
    await page.goto(`/logbook/dive/${id}`);
    await page.mouse.move(700, 20);
    const compare = page.getByRole('switch', { name: 'Compare computers' });
    const other = page.locator('svg.profile .second');
    await compare.waitFor();
    expect(await other.count()).toBe(0);
    await compare.check();
    await expect.poll(() => other.count()).toBe(1);
    await page.locator('svg.profile').getByText('Teric', { exact: true }).waitFor();
    await checkAppearance(page);
    await page.getByRole('radio', { name: 'Teric' }).check({ force: true });
    await page.getByText('Recorded by Teric').waitFor();
    await page.locator('svg.profile').getByText('Perdix 2', { exact: true }).waitFor();
    await compare.uncheck();
    await expect.poll(() => other.count()).toBe(0);
  });

  it('tells the instructor that the entered depth differs, and hides the heart rate until it is shared', async () => {
    const [id = ''] = await seedDives([
      { title: 'Recorded dive', date: '2026-05-02', status: 'Pending', lesson: 2, depthM: 25, minutes: 41 },
    ]);
    const diverPage = await open('/logbook/list');
    // Nothing is attached to a pending dive.
    await runSql("update dive_log set status = 'Returned' where id = $1", [id]);
    await attachRecording(diverPage, id);
    await runSql("update dive_log set status = 'Pending' where id = $1", [id]);
    const page = await open(`/logbook/dive/${id}`, { signedInAs: instructor.email });
    await page.getByText('Max depth: 25 m entered, 18 m recorded').waitFor();
    await page.mouse.move(700, 20);
    await slider(page).waitFor();
    expect(await slider(page).getAttribute('aria-valuetext')).not.toContain('Heart rate');

    await diverPage.goto(`/logbook/dive/${id}`);
    await diverPage.mouse.move(700, 20);
    await diverPage.getByRole('switch', { name: /^Share heart rate/ }).click();
    await expect
      .poll(() => runSql('select shares_details from dive_recording where log_id = $1', [id]))
      .toEqual([{ shares_details: true }]);
    await page.reload();
    await page.mouse.move(600, 20);
    await expect.poll(() => slider(page).getAttribute('aria-valuetext')).toContain('Heart rate 100 bpm');
  });

  it('says that the recordings of the demo are simulated', async () => {
    const [dive] = await runSql<{ id: string }>(
      'select log_id::text as id from dive_recording where affiliate_id = 400006 and is_simulated order by id desc limit 1',
    );
    const page = await open(`/logbook/dive/${dive?.id}`, { signedInAs: 'candidate@demo.test' });
    await page.getByText('Simulated recording').waitFor();
    await page.mouse.move(700, 20);
    await slider(page).waitFor();
    await page.getByText('Simulated recording').waitFor();
    expect(await page.getByText(/^Recorded by/).count()).toBe(0);
  });

  it('has a bar and no profile without a recording', async () => {
    const [id = ''] = await seedDives([{ title: 'Typed dive', date: '2026-05-02', status: 'Logged' }]);
    const page = await open(`/logbook/dive/${id}`);
    await page.getByRole('region', { name: 'Dive summary' }).waitFor();
    expect(await page.getByText(/^Dive profile/).count()).toBe(0);
    expect(await page.locator('main svg.profile rect').count()).toBeGreaterThan(0);
    await checkAppearance(page);
  });
});
