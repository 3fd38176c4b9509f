import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTexts, toScormResult } from './scorm-result.ts';

const of12 = (core: Record<string, unknown>, isFinal = true, elapsedS = 0) =>
  toScormResult({ version: '1.2', cmi: { suspend_data: 'page 3', core }, isFinal, elapsedS });
const of2004 = (cmi: Record<string, unknown>, isFinal = true, elapsedS = 0) =>
  toScormResult({ version: '2004', cmi, isFinal, elapsedS });

describe('toScormResult for SCORM 1.2', () => {
  it.each([
    ['completed', true, null],
    ['passed', true, true],
    ['failed', false, false],
    ['incomplete', false, null],
    ['browsed', false, null],
  ])('maps the status %s', (status, isCompleted, isPassed) => {
    expect(of12({ lesson_status: status })).toMatchObject({ isCompleted, isPassed });
  });

  it('completes a package that ends without reporting a status', () => {
    expect(of12({ lesson_status: 'not attempted' })).toMatchObject({ isCompleted: true, isPassed: null });
    expect(of12({ lesson_status: 'not attempted' }, false)).toMatchObject({ isCompleted: false });
  });

  it.each([
    [{ raw: '85', min: '', max: '100' }, 85],
    [{ raw: '17', min: '0', max: '20' }, 85],
    [{ raw: '15', min: '10', max: '20' }, 50],
    [{ raw: '120', min: '', max: '' }, 100],
    [{ raw: '-3', min: '', max: '' }, 0],
    [{ raw: '0' }, 0],
    [{ raw: '' }, null],
    [{ raw: 'good' }, null],
  ])('maps the score %j', (score, scorePercent) => {
    expect(of12({ score }).scorePercent).toBe(scorePercent);
  });

  it('adds the session time to the total time', () => {
    const { seconds, cmi } = of12({ session_time: '0000:01:05.50', total_time: '00:02:05.50' });
    expect([seconds, (cmi['core'] as { total_time: string }).total_time]).toEqual([126, '00:02:06']);
  });

  it('falls back to elapsed time and caps at one day', () => {
    expect(of12({ session_time: '00:00:00', total_time: '00:01:00' }, false, 30).seconds).toBe(90);
    expect(of12({ session_time: '9999:00:00', total_time: '9999:00:00' }).seconds).toBe(86_400);
  });

  it('resumes packages that were closed early or asked to suspend', () => {
    const exitOf = (exit: string, isFinal: boolean) => (of12({ exit }, isFinal).cmi['core'] as { exit: string }).exit;
    expect([exitOf('', false), exitOf('suspend', true), exitOf('', true)]).toEqual(['suspend', 'suspend', '']);
    expect(of12({}).cmi['suspend_data']).toBe('page 3');
  });
});

describe('toScormResult for SCORM 2004', () => {
  it.each([
    ['completed', 'unknown', true, null],
    ['incomplete', 'passed', false, true],
    ['completed', 'failed', true, false],
    ['not attempted', 'unknown', false, null],
  ])('maps completion %s and success %s', (completion_status, success_status, isCompleted, isPassed) => {
    expect(of2004({ completion_status, success_status })).toMatchObject({ isCompleted, isPassed });
  });

  it.each([
    [{ scaled: '0.856', raw: '1' }, 86],
    [{ scaled: '-0.5' }, 0],
    [{ scaled: '', raw: '5', min: '0', max: '10' }, 50],
    [{ scaled: '' }, null],
  ])('maps the score %j', (score, scorePercent) => {
    expect(of2004({ score }).scorePercent).toBe(scorePercent);
  });

  it('adds the session time to the total time', () => {
    expect(of2004({ session_time: 'PT5S', total_time: 'P1DT1H' })).toMatchObject({ seconds: 86_400 });
    expect(of2004({ session_time: 'PT1M5.2S', total_time: 'PT1H1M5.2S' })).toMatchObject({
      seconds: 3_665,
      cmi: { total_time: 'PT1H1M5S' },
    });
    expect(of2004({ session_time: 'nonsense' }, false, 7).seconds).toBe(7);
  });
});

describe('stored data model', () => {
  it('restores suspend data with arbitrary characters', () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('');
        const { cmi } = of2004({ suspend_data: text });
        expect(JSON.stringify(cmi)).not.toMatch(/\\u0000|\\ud[89a-f]/);
        expect((decodeTexts(cmi) as { suspend_data: string }).suspend_data).toBe(text);
      }),
    );
  });

  it('drops interactions when the data exceeds the size limit', () => {
    const interactions = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [index, { learner_response: 'x'.repeat(4_000) }]),
    );
    expect(of2004({ interactions, location: '7' }).cmi).toEqual({
      location: '7',
      exit: '',
      total_time: 'PT0H0M0S',
    });
  });
});
