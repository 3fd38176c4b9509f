import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { createThirdPartyPackage, createReefPackage, createZip } from '#test/support/api/scorm-testing.ts';
import { expectNoAxeViolations, openPage, visit } from '#platform/testing/browser.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import { checkAppearance } from '#test/support/e2e/check-appearance.ts';

const staff = 'staff@demo.test';
const student = 'student@demo.test';

/** Attempts of the package that the browser blocks. */
const keptIn = [/violates the following Content Security Policy directive/, /Fetch API cannot load/];

async function openDesk(expectedProblems: readonly RegExp[] = []): Promise<Page> {
  const desk = await openPage({ signedInAs: staff, expectedProblems });
  await visit(desk, '/desk/courses');
  await desk.getByRole('heading', { name: 'Third-party courses' }).waitFor();
  return desk;
}

async function upload(desk: Page, buffer: Buffer, packageId: string): Promise<void> {
  await desk.locator('input[type=file]').setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer });
  await desk.getByLabel('Course ID').fill(packageId);
  await desk.getByRole('button', { name: 'Add course' }).click();
}

/** Creates a code and redeems it. */
async function redeem(page: Page, packageId: string, code: string): Promise<void> {
  await runSql('insert into access_code (code, package_id, certification_name) values ($1, $2, $3)', [
    code,
    packageId,
    'Reading a reef',
  ]);
  await visit(page, '/training/dashboard');
  await page.getByLabel('Access code').fill(code);
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await page.waitForURL(`**/training/course/${packageId}`);
}

const contentOf = (page: Page): FrameLocator =>
  page.frameLocator('[data-part="content"] iframe').frameLocator('iframe');
const press = (page: Page, name: string) => contentOf(page).getByRole('button', { name }).click();
const says = (page: Page, texts: string) => contentOf(page).getByText(texts).waitFor();
const seen = (page: Page, texts: string | RegExp) => page.getByText(texts).filter({ visible: true }).first().waitFor();

describe.each([
  ['1.2', 'reef-one', 'REEF-0001-0001'],
  ['2004 4th Edition', 'reef-four', 'REEF-0004-0004'],
] as const)('third-party SCORM %s package', (version, packageId, code) => {
  it('is uploaded, played, resumed and passed, and cannot access the portal', async () => {
    const desk = await openDesk();
    await upload(desk, await createThirdPartyPackage(version, await createTemporaryFolder()), packageId);
    await desk.getByText(`${packageId} · SCORM ${version.slice(0, 4).trim()} · 1 part`).waitFor();

    const page = await openPage({ signedInAs: student, expectedProblems: keptIn });
    await redeem(page, packageId, code);
    await page.getByRole('link', { name: 'Start' }).click();
    await says(page, 'Hello Weber, Jonas, you are on page 1 (ab-initio).');
    await contentOf(page).getByText('closed', { exact: true }).waitFor();
    await expectNoAxeViolations(page);

    await press(page, 'Next page');
    await press(page, 'Next page');
    await seen(page, /^Saved \d/);
    await page.reload();
    await says(page, 'you are on page 3 (resume).');

    await press(page, 'Right answer');
    await press(page, 'The end');
    await seen(page, '1 of 1 lesson');
    const result = () =>
      runSql('select is_completed, is_passed, score_percent from scorm_progress where package_id = $1', [packageId]);
    await expect.poll(result).toEqual([{ is_completed: true, is_passed: true, score_percent: 90 }]);
    await visit(page, `/training/performance/${packageId}`);
    await seen(page, 'Passed, 90%');
    await seen(page, '2 min');
    await visit(page, `/training/eRecord/${packageId}`);
    await seen(page, /Quiz score: 90%/);
  });
});

describe('our own SCORM package', () => {
  const page12 = (closing: string) => `<!doctype html><title>Corals</title><p>Corals</p>
    <script>
      var api = parent.API;
      api.LMSInitialize('');
      function turn(to) { api.LMSSetValue('cmi.core.lesson_location', to); }
      addEventListener('unload', function () { ${closing} api.LMSFinish(''); });
    </script>
    <button onclick="turn('7')">Turn the page</button>`;
  const reef = () =>
    createZip({
      ...createReefPackage(),
      'corals.html': page12("api.LMSSetValue('cmi.core.lesson_status', 'completed');"),
    });
  const progress = () =>
    runSql<{ place: string; is_completed: boolean }>(
      "select cmi->'core'->>'lesson_location' as place, is_completed from scorm_progress where item = 'corals'",
    );

  it('keeps its position offline and sends its last state when closed', async () => {
    const desk = await openDesk();
    await upload(desk, await reef(), 'reef-own');
    await desk.getByText('reef-own · SCORM 1.2 · 2 parts').waitFor();
    const page = await openPage({ signedInAs: student, losesNetwork: true });
    await redeem(page, 'reef-own', 'REEF-0002-0002');
    await page.getByRole('link', { name: 'Start' }).click();
    await contentOf(page).getByText('Corals', { exact: true }).waitFor();

    await page.context().setOffline(true);
    await press(page, 'Turn the page');
    await seen(page, 'Saved on this device');
    expect(await progress()).toEqual([]);
    await page.context().setOffline(false);
    await seen(page, /^Saved \d/);
    expect(await progress()).toEqual([{ place: '7', is_completed: false }]);

    await page.getByRole('link', { name: 'Next part' }).filter({ visible: true }).click();
    await page.waitForURL('**/training/content/reef-own?item=fish');
    await expect.poll(progress).toEqual([{ place: '7', is_completed: true }]);
    await seen(page, '1 of 2 lessons');
  });
});

describe('desk', () => {
  it('explains an invalid package and removes an unused one', async () => {
    const desk = await openDesk([/status of 422/, /status of 409/]);
    await desk.getByRole('button', { name: 'Add course' }).click();
    await desk.getByText('Choose a ZIP file').waitFor();
    await upload(desk, Buffer.from('no zip at all'), 'reef-gone');
    await desk.getByText('We can’t read this ZIP file.').waitFor();
    await upload(desk, await createZip(createReefPackage()), 'open-water');
    await desk.getByText('A course with this ID already exists.').waitFor();
    await upload(desk, await createZip(createReefPackage()), 'reef-gone');
    const row = desk.getByText('reef-gone · SCORM 1.2 · 2 parts');
    await row.waitFor();
    await checkAppearance(desk);
    await desk.getByRole('listitem').filter({ has: row }).getByRole('button', { name: 'Remove Reef life' }).click();
    await desk.getByRole('button', { name: 'Remove course' }).click();
    await expect.poll(() => row.count()).toBe(0);
  });

  it('is for staff only', async () => {
    const page = await openPage({ signedInAs: student });
    await visit(page, '/desk/courses');
    await expect(page).toShow('/training/unauthorized', 'You don’t have access to this page');
  });
});
