import { expect, it } from 'vitest';
import type { RecordingEvent } from '#features/logbook/shared/dive-files/dive-file.ts';
import { listMarks } from './event-marks.ts';

const createEvent = (timeS: number, kind: RecordingEvent['kind'] = 'alarm'): RecordingEvent => ({
  timeS,
  kind,
  name: kind,
  cylinder: null,
  gas: null,
});
const window = { fromS: 0, toS: 1000 };
const toX = (timeS: number) => timeS;

it('lists the events inside a window and says which are close to a later one', () => {
  const events = [createEvent(2000), createEvent(100), createEvent(130), createEvent(130), createEvent(400)];
  expect(listMarks(events, window, toX).map(({ event, isCrowded }) => [event.timeS, isCrowded])).toEqual([
    [100, true],
    [130, false],
    [130, false],
    [400, false],
  ]);
});

it('compares with an event behind the window', () => {
  expect(listMarks([createEvent(990), createEvent(1010)], window, toX)).toMatchObject([{ isCrowded: true }]);
});

it('draws a few hundred of a hundred thousand events, and gas changes rather than others', () => {
  const changes = [createEvent(500.01, 'gas-change'), createEvent(900.01, 'gas-change')];
  const events = Array.from({ length: 100_000 }, (_, index) => createEvent(index / 100));
  const marks = listMarks([...events, ...changes], window, toX);
  expect(marks).toHaveLength(300);
  expect(marks.map(({ event }) => event)).toEqual(expect.arrayContaining(changes));
});
