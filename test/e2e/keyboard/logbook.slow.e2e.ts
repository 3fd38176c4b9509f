import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, visit } from '#platform/testing/browser.ts';
import { runSql } from '#test/support/e2e/database.ts';
import '#test/support/e2e/expect-page.ts';
import {
  arrowTo,
  chooseOption,
  chooseFile,
  pressKeyOn,
  pressMenu,
  skipToContent,
  tabTo,
  typeInto,
} from '#test/support/e2e/keyboard.ts';
import { clearDives, diver, instructor, createPhoto, seedDives } from '#test/support/e2e/logbook-dives.ts';
import { openPageAsNewUser } from '#test/support/e2e/new-users.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const titlesOf = (page: Page) => page.locator('[data-part=dives] [data-part=title]').allInnerTexts();
const course = 'open-water';

beforeEach(clearDives);

describe('with the keyboard only', () => {
  it('logs a complete dive on a small screen and edits it', async () => {
    const { page, email } = await openPageAsNewUser({ width: 390, height: 844 });
    await visit(page, '/logbook/log-dive/recreational/create');
    await skipToContent(page);
    await typeInto(field(page, 'Title'), 'Wreck of the Halcyon');
    await tabTo(page.getByLabel('Date'));
    await page.keyboard.type('03012026');
    await chooseOption(button(page, /Dive type/), 'Boat');
    await typeInto(page.getByRole('combobox', { name: 'Location' }), 'gully');
    await page.getByRole('option', { name: 'Harbour Gully, St Abbs' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(field(page, 'Max depth'), '18');
    await typeInto(field(page, 'Bottom time'), '50');
    await typeInto(field(page, 'Time in'), '2350');
    await typeInto(field(page, 'Time out'), '12:33 am');
    await pressKeyOn(button(page, '43 min from time in to time out. Use 43 min'));
    await pressKeyOn(button(page, /^Conditions/));
    await arrowTo(page.getByRole('radio', { name: 'Salt' }), page.getByRole('radio', { name: 'Fresh' }), 'ArrowRight');
    await pressKeyOn(button(page, /^Equipment/));
    await typeInto(field(page, 'Start pressure'), '200');
    await typeInto(field(page, 'End pressure'), '70');
    await arrowTo(page.getByRole('radio', { name: 'Air' }), page.getByRole('radio', { name: 'EANx32' }), 'ArrowRight');
    await pressKeyOn(page.getByRole('checkbox', { name: 'Dive light' }), 'Space');
    await pressKeyOn(button(page, /^Experience/));
    await pressKeyOn(page.getByRole('radio', { name: 'Amazing' }), 'Space');
    await typeInto(field(page, 'Buddies'), 'Jonas Brandt');
    await page.keyboard.press('Enter');
    await typeInto(field(page, 'Notes'), 'A wolffish in the second crack.');
    const files = [await createPhoto('#08f', 'wall.jpg'), await createPhoto('#0a7', 'kelp.jpg')];
    await chooseFile(button(page, /^Add photos/), ...files);
    await page.getByText('2 of 20').waitFor();
    const rows = page.locator('[data-part=photo]');
    const orderOf = () =>
      rows.getByRole('textbox').evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    await typeInto(rows.nth(1).getByRole('textbox'), 'Kelp');
    await tabTo(rows.nth(1).locator('[data-part=grip]'), 'Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expect.poll(orderOf).toEqual(['Kelp', '']);
    await pressKeyOn(button(page, 'Log Dive'));
    await page.getByRole('heading', { name: 'Dive #1 logged' }).waitFor();
    const logsOf = () =>
      runSql<{ id: string }>(
        `select id::text, status, dive_title, dive_date::text, dive_location, max_depth_m, bottom_time_min, equipment->>'gas_mixture' as gas,
           conditions->>'water_type' as water, experience->>'feeling' as feeling
         from dive_log join person using (affiliate_id) where email = $1`,
        [email],
      );
    const [log] = await logsOf();
    expect(log).toMatchObject({
      status: 'Logged',
      dive_title: 'Wreck of the Halcyon',
      dive_date: '2026-03-01',
      dive_location: 'Harbour Gully, St Abbs',
      max_depth_m: '18.000',
      bottom_time_min: 43,
      gas: 'EANx32',
      water: 'Fresh',
      feeling: 'Amazing',
    });

    await visit(page, `/logbook/dive/${log?.id}`);
    await skipToContent(page);
    await pressKeyOn(page.getByRole('link', { name: 'Edit' }));
    await typeInto(field(page, 'Title'), 'Wreck of the Halcyon, by night');
    await pressKeyOn(button(page, 'Save changes'));
    await page.waitForURL(`**/logbook/dive/${log?.id}`);
    expect(await logsOf()).toMatchObject([{ dive_title: 'Wreck of the Halcyon, by night' }]);
  });

  it('sorts, filters and searches dives, deletes one and restores it', async () => {
    await seedDives([
      { title: 'North Wall', date: '2026-05-25', status: 'Logged', depthM: 24.8, minutes: 47 },
      { title: 'Seals at the Nave', date: '2025-08-30', status: 'Logged', depthM: 12.1, minutes: 63 },
      { title: 'First breaths', date: '2024-06-02', status: 'Verified', depthM: 7.2, minutes: 28, lesson: 1 },
    ]);
    const page = await openPage({ signedInAs: diver.email });
    await visit(page, '/logbook/list');
    await skipToContent(page);
    await pressKeyOn(page.getByRole('link', { name: /^Recreational/ }));
    await expect.poll(() => titlesOf(page)).toEqual(['North Wall', 'Seals at the Nave']);
    await pressMenu(button(page, /^Sort/), 'Shallowest first');
    await expect.poll(() => titlesOf(page)).toEqual(['Seals at the Nave', 'North Wall']);
    await pressKeyOn(button(page, 'Search'));
    await page.keyboard.type('wall');
    await expect.poll(() => titlesOf(page)).toEqual(['North Wall']);
    await pressMenu(button(page, 'More actions for North Wall'), 'Delete');
    await expect.poll(() => titlesOf(page)).toEqual([]);
    const deleted = () => runSql("select from dive_log where dive_title = 'North Wall' and deleted_at is not null");
    await expect.poll(async () => (await deleted()).length).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => titlesOf(page)).toEqual(['North Wall']);
    expect(await deleted()).toEqual([]);
    await tabTo(page.getByRole('link', { name: 'North Wall' }));
  });

  it('verifies and returns dives and signs a class record as an instructor', async () => {
    const student = '2026-02-03';
    const [first = '', second = ''] = await seedDives(
      [diver.affiliateId, 400_003].map((affiliateId) => ({
        title: 'Class dive',
        date: student,
        status: 'Pending' as const,
        lesson: 2,
        affiliateId,
      })),
    );
    await runSql('delete from skill_sign_off where package_id = $1 and affiliate_id <> 400050', [course]);
    await runSql(
      `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_total, member_number, store_number)
       values ($1, $2, 'code', '2026-06-01', 60, $3, 20001)
       on conflict (affiliate_id, package_id) do update set member_number = excluded.member_number`,
      [diver.affiliateId, course, instructor.memberNumber],
    );
    const page = await openPage({ signedInAs: instructor.email });
    await visit(page, '/logbook/verification');
    await skipToContent(page);
    const waiting = page.locator('[data-part=class]').filter({ hasText: 'Feb 3, 2026' });
    const statusOf = async (id: string) => (await runSql('select status from dive_log where id = $1', [id]))[0];
    await pressKeyOn(waiting.getByRole('link', { name: 'Adaeze Okafor' }));
    await page.getByRole('heading', { name: 'Adaeze Okafor' }).waitFor();
    await pressKeyOn(button(page, 'Return'));
    await typeInto(page.getByLabel('What needs to change?'), 'Look at the times again.');
    await chooseOption(button(page, /Select a field/), 'Bottom time');
    await typeInto(field(page, 'Bottom time'), 'One minute too many.');
    await pressKeyOn(button(page, 'Return dive'));
    await page.getByText('Returned to Adaeze Okafor').waitFor();
    expect(await statusOf(first)).toEqual({ status: 'Returned' });
    await pressKeyOn(waiting.getByRole('checkbox', { name: 'Select the whole class' }), 'Space');
    await pressKeyOn(button(page, /^Verify/));
    await typeInto(page.getByLabel('Reason for verifying anyway'), 'I saw the rest on another dive.');
    await pressKeyOn(button(page, 'Verify dive'));
    await expect.poll(() => statusOf(second)).toEqual({ status: 'Verified' });

    await visit(page, '/pro/class');
    await skipToContent(page);
    await pressKeyOn(page.getByRole('link', { name: 'Adaeze Okafor' }).first());
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toContain(`/training/instructor/eRecord/${diver.affiliateId}`);
    await pressKeyOn(page.getByRole('checkbox', { name: 'Hover for 1 minute' }), 'Space');
    await typeInto(page.getByLabel('Note'), 'As still as a stone.');
    await pressKeyOn(button(page, 'Sign off 1 skill'));
    await expect
      .poll(() => runSql('select note from skill_sign_off where affiliate_id = $1', [diver.affiliateId]))
      .toEqual([{ note: 'As still as a stone.' }]);
    await button(page, 'Undo').waitFor();
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => runSql('select note from skill_sign_off where affiliate_id = $1', [diver.affiliateId]))
      .toEqual([]);
  });
});
