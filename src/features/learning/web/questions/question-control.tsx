import { ChoiceControl } from './choice-control.tsx';
import { ChoicesControl } from './choices-control.tsx';
import type { ControlProps } from './control.ts';
import { HotspotControl } from './hotspot-control.tsx';
import { MatchControl } from './match-control.tsx';
import { NumberControl } from './number-control.tsx';
import { OrderControl } from './order-control.tsx';

export function QuestionControl({ isUntouched, ...props }: ControlProps & { isUntouched: boolean }) {
  switch (props.question.type) {
    case 'choice': {
      return <ChoiceControl {...props} />;
    }
    case 'choices': {
      return <ChoicesControl {...props} />;
    }
    case 'order': {
      return <OrderControl {...props} isUntouched={isUntouched} />;
    }
    case 'match': {
      return <MatchControl {...props} />;
    }
    case 'number': {
      return <NumberControl {...props} />;
    }
    case 'hotspot': {
      return <HotspotControl {...props} />;
    }
  }
}
