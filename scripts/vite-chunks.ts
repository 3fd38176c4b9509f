const icon = (name: string) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`;

/** Small modules shared by many screens, by chunk. Without groups they would be dozens of files of 200 bytes. */
export const sharedChunkFiles = {
  /** Modules shared by all pages of the account service. */
  identity: [
    'src/features/identity/web/account-frame.tsx',
    'src/features/identity/web/account-message.tsx',
    'src/features/identity/web/field-validation.ts',
    'src/features/identity/web/email-field.tsx',
    'src/features/identity/web/form-alert.tsx',
    'src/features/identity/web/load-failure.tsx',
    'src/features/identity/web/queries.ts',
    'src/features/identity/web/rich-text.tsx',
    'src/features/identity/web/sign-in-link.tsx',
  ],
  /** Modules shared by screens of all features. */
  kit: [
    'src/ui/layout/page.tsx',
    'src/ui/lists/row.tsx',
    'src/ui/feedback/progress-ring.tsx',
    'src/ui/display/stat.tsx',
    'src/ui/display/chip.tsx',
    'src/ui/feedback/progress-bar.tsx',
    'src/ui/dive/depth-bands.ts',
    'src/ui/dive/dive-profile.tsx',
    'src/ui/layout/card.tsx',
    'src/ui/layout/disclosure.tsx',
    'src/ui/navigation/link-tabs.tsx',
    'src/ui/fields/segmented-control.tsx',
    'src/ui/fields/switch.tsx',
    'src/ui/buttons/copy-button.tsx',
    'src/platform/shared/money.ts',
    'src/domain/units.ts',
    'src/platform/web/session/acting-for.ts',
    'src/platform/web/client/error-message.ts',
    'src/platform/web/client/use-error-state.ts',
    'src/platform/web/i18n/format-money.ts',
    'src/platform/web/files/use-object-url.ts',
    'src/platform/web/client/backoff.ts',
    'src/platform/web/files/download-file.ts',
    'src/features/logbook/shared/instructor-name.ts',
    icon('camera'),
    icon('credit-card'),
    icon('chevron-left'),
    icon('chevron-right'),
    icon('chevrons-up-down'),
    icon('circle-check'),
    icon('copy'),
    icon('download'),
    icon('ellipsis-vertical'),
    icon('image-off'),
    icon('image-up'),
    icon('lock'),
    icon('package'),
    icon('package-check'),
    icon('trash'),
    icon('user-round-check'),
  ],
  learning: [
    'src/features/learning/shared/rules.ts',
    'src/features/learning/web/is-course-not-found.ts',
    'src/features/learning/web/course-not-found.tsx',
    'src/features/learning/web/format.ts',
    'src/features/learning/web/codes/code-error-message.ts',
    'src/features/learning/shared/player-paths.ts',
    'src/features/preferences/shared/rules.ts',
  ],
  cards: [
    'src/features/certifications/shared/card-date.ts',
    'src/features/certifications/shared/card-tone.ts',
    'src/features/certifications/shared/contours.ts',
    'src/domain/certification-levels.ts',
    'src/features/certifications/web/card-text.ts',
    'src/features/certifications/web/client.ts',
    'src/ui/dive/ecard.tsx',
  ],
  form: [
    'src/ui/fields/field.tsx',
    'src/ui/fields/password-field.tsx',
    'src/ui/feedback/form-alert.tsx',
    'src/platform/web/hooks/use-form.ts',
  ],
} as const;

/** A bundler group with exactly the files of this chunk. */
export function createChunkGroup(name: keyof typeof sharedChunkFiles, priority: number) {
  const paths = sharedChunkFiles[name].map((path) => RegExp.escape(path));
  return { name, test: new RegExp(`/(?:${paths.join('|')})$`), priority };
}
