import { bodiesOfWater, intensityLevels, visibilities, waterTypes, weathers } from '#features/logbook/shared/enums.ts';
import { ChipsField } from './fields.tsx';
import { NumberField } from './number-fields.tsx';

export function SectionConditions() {
  return (
    <>
      <ChipsField field="water_type" words={waterTypes} />
      <ChipsField field="body_of_water" words={bodiesOfWater} />
      <ChipsField field="weather" words={weathers} />
      <div className="three">
        <NumberField field="air_temp" />
        <NumberField field="surface_water_temp" />
        <NumberField field="bottom_water_temp" />
      </div>
      <ChipsField field="visibility" words={visibilities} />
      <div className="max-w-[240px]">
        <NumberField field="visibility_distance" />
      </div>
      <ChipsField field="wave_condition" words={intensityLevels} />
      <ChipsField field="current" words={intensityLevels} />
      <ChipsField field="surge" words={intensityLevels} />
    </>
  );
}
