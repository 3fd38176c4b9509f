import { Minus, Plus } from '#ui/icons/icons.ts';
import { Button, Group, Input, Label, NumberField } from 'react-aria-components/NumberField';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';

type QuantityStepperProps = {
  label: string;
  isLabelHidden?: boolean;
  lessLabel: string;
  moreLabel: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

/** Latin digits in every language, as in all numbers of the portal. */
const latinDigits = { numberingSystem: 'latn' } as const;

const stepButton =
  'grid size-tap place-items-center text-ink focus-visible:-outline-offset-4 not-disabled:hover:bg-hover disabled:text-ink-3 disabled:opacity-50';

/** A quantity from 1, with buttons and a text input. */
export function QuantityStepper({
  label,
  isLabelHidden = false,
  lessLabel,
  moreLabel,
  value,
  max,
  onChange,
}: QuantityStepperProps) {
  return (
    <AriaLocaleProvider>
      <NumberField
        className=""
        value={value}
        minValue={1}
        maxValue={max}
        formatOptions={latinDigits}
        onChange={(next) => onChange(Number.isNaN(next) ? 1 : next)}
      >
        <Label className={isLabelHidden ? 'vh' : 'mb-1.5 block text-sm font-strong'}>{label}</Label>
        <Group className="inline-flex overflow-clip rounded-box border-[1.5px] border-line-2 bg-surface has-[input:focus-visible]:[outline:var(--focus-ring)] has-[input:focus-visible]:outline-offset-(--focus-gap)">
          <Button className={stepButton} slot="decrement" aria-label={lessLabel}>
            <Minus size={18} aria-hidden="true" />
          </Button>
          <Input className="w-14 text-center text-(length:--t-md) num text-ink focus-visible:outline-none" />
          <Button className={stepButton} slot="increment" aria-label={moreLabel}>
            <Plus size={18} aria-hidden="true" />
          </Button>
        </Group>
      </NumberField>
    </AriaLocaleProvider>
  );
}
