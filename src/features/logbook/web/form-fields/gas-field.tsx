import { FormattedMessage } from 'react-intl';
import { gasMixtures } from '#features/logbook/shared/enums.ts';
import { maxOperatingDepthM } from '#features/logbook/shared/rules.ts';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { ChipsField } from './fields.tsx';
import { useFormState } from '#features/logbook/web/form/form-context.ts';
import { isFilled } from '#features/logbook/web/form/log-values.ts';
import { NumberField } from './number-fields.tsx';
import { NarrowFieldRow } from '#ui/fields/field-row.tsx';

/** Named mixtures set their fractions and the maximum depth. */
export function GasField() {
  const hasGas = useFormState(({ values }) => values.gas_mixture !== null || isFilled(values, 'oxygen'));
  const oxygen = useFormState(({ values }) => values.oxygen.value);
  const { show } = useMeasures();
  const depth = oxygen !== null && oxygen > 21 && oxygen <= 100 ? show('max_depth', maxOperatingDepthM(oxygen)) : null;
  return (
    <>
      <ChipsField field="gas_mixture" options={gasMixtures} />
      {hasGas && (
        <div className="grid gap-2">
          <NarrowFieldRow>
            <NumberField field="oxygen" />
            <NumberField field="nitrogen" />
            <NumberField field="helium" />
          </NarrowFieldRow>
          <p className="text-sm text-ink-2" aria-live="polite">
            {depth && (
              <FormattedMessage
                id="logbook.form.mod"
                values={{
                  depth: (
                    <b>
                      <bdi>{`${depth.value} ${depth.unit}`}</bdi>
                    </b>
                  ),
                }}
              />
            )}
          </p>
        </div>
      )}
    </>
  );
}
