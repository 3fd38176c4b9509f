import { Eye, EyeOff } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'end' | 'start'> & { showLabel: string; hideLabel: string };

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton label={isShown ? hideLabel : showLabel} onClick={() => setIsShown(!isShown)}>
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
