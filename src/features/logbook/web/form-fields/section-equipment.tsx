import { cylinderTypes, additionalEquipment, suitTypes, weightTypes } from '#features/logbook/shared/enums.ts';
import { ChipsField, ExtrasField } from './fields.tsx';
import { GasField } from './gas-field.tsx';
import { NumberField } from './number-fields.tsx';

export function SectionEquipment() {
  return (
    <>
      <ChipsField field="suit_type" words={suitTypes} />
      <div className="max-w-[240px]">
        <NumberField field="weight" />
      </div>
      <ChipsField field="weight_type" words={weightTypes} />
      <ChipsField field="cylinder_type" words={cylinderTypes} />
      <div className="three">
        <NumberField field="cylinder_size" />
        <NumberField field="starting_pressure" />
        <NumberField field="ending_pressure" />
      </div>
      <GasField />
      <ExtrasField words={additionalEquipment} />
    </>
  );
}
