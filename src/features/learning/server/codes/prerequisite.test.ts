import { beforeEach, describe, expect, it } from 'vitest';
import { candidate, createAccessCodesFixture, diver, guardian } from '#test/support/api/access-codes-testing.ts';
import { specialtyOfChoice } from '#features/learning/shared/rules.ts';

const { rows, redeem, choose, grant, enrollmentOf, codeRow, unredeemed } = await createAccessCodesFixture();

beforeEach(async () => {
  await rows('delete from certification where affiliate_id = $1', [guardian.id]);
  await rows("delete from enrollment where package_id in ('deep', 'enriched-air')");
});

describe('prerequisite of a code’s course', () => {
  it('returns the missing certification and the course that leads to it, and keeps the code', async () => {
    const code = await grant({ holder: guardian.id });
    const { status, body } = await redeem(guardian, code);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      errors: [
        { code: 'learning.code_prerequisite', path: 'level', now: 'Open Water' },
        { code: 'learning.code_prerequisite', path: 'course', now: 'open-water' },
      ],
    });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    expect(await enrollmentOf(guardian)).toBeUndefined();
    expect((await unredeemed(guardian)).map(({ couponCode }) => couponCode)).toEqual([code]);
  });

  it('lets the code be redeemed by a certified diver', async () => {
    const code = await grant({ holder: null });
    expect((await redeem(guardian, code)).code).toBe('learning.code_prerequisite');
    expect((await redeem(diver, code)).status).toBe(200);
  });

  it('applies to a specialty of choice', async () => {
    const code = await grant({ packageId: specialtyOfChoice, holder: guardian.id });
    expect((await redeem(guardian, code)).status).toBe(200);
    expect((await choose(guardian, code, 'enriched-air')).code).toBe('learning.code_prerequisite');
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    const other = await grant({ packageId: specialtyOfChoice });
    expect((await choose(candidate, other, 'enriched-air')).status).toBe(200);
  });

  it('keeps a club code instead of opening the course', async () => {
    const code = await grant({ holder: guardian.id, isClub: true, certificationName: 'Club' });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    expect((await unredeemed(guardian)).map(({ couponCode }) => couponCode)).toEqual([code]);
  });

  it('does not apply to a course that the person already has', async () => {
    await rows("insert into enrollment (affiliate_id, package_id, source) values ($1, 'deep', 'order')", [guardian.id]);
    const code = await grant({ holder: guardian.id });
    expect((await redeem(guardian, code)).code).toBe('learning.code_owned');
  });
});
