const icon = (name: string) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`;

/** Small pieces that many screens are made of, by the file they come in: one by one they would be dozens of 200 bytes. */
export const sharedPieces = {
  /** What all pages of the account service have in common. */
  identity: [
    'src/features/identity/web/account-frame.tsx',
    'src/features/identity/web/account-message.tsx',
    'src/features/identity/web/checks.ts',
    'src/features/identity/web/email-field.tsx',
    'src/features/identity/web/form-alert.tsx',
    'src/features/identity/web/load-failure.tsx',
    'src/features/identity/web/queries.ts',
    'src/features/identity/web/rich-text.tsx',
    'src/features/identity/web/sign-in-link.tsx',
  ],
  /** What screens of all areas are made of. */
  kit: [
    'src/ui/page.tsx',
    'src/ui/row.tsx',
    'src/ui/ring.tsx',
    'src/ui/stat.tsx',
    'src/ui/chip.tsx',
    'src/ui/progress-bar.tsx',
    'src/ui/depth-bands.ts',
    'src/ui/profile.tsx',
    'src/ui/card.tsx',
    'src/ui/disclosure.tsx',
    'src/ui/link-tabs.tsx',
    'src/ui/segmented.tsx',
    'src/ui/switch.tsx',
    'src/ui/copy-button.tsx',
    'src/platform/shared/money.ts',
    'src/platform/shared/units.ts',
    'src/platform/web/acting-for.ts',
    'src/platform/web/failure-text.ts',
    'src/platform/web/failure-words.ts',
    'src/platform/web/money.ts',
    'src/platform/web/object-url.ts',
    'src/platform/web/retry-wait.ts',
    'src/platform/web/save-file.ts',
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
    'src/features/learning/web/is-no-course.ts',
    'src/features/learning/web/no-course.tsx',
    'src/features/learning/web/learning-words.ts',
    'src/features/learning/web/codes/code-failure.ts',
    'src/features/learning/shared/player-paths.ts',
    'src/features/preferences/shared/rules.ts',
  ],
  cards: [
    'src/features/certifications/shared/card-date.ts',
    'src/features/certifications/shared/card-look.ts',
    'src/features/certifications/shared/contours.ts',
    'src/features/certifications/shared/levels.ts',
    'src/features/certifications/web/card-words.ts',
    'src/features/certifications/web/client.ts',
    'src/ui/ecard.tsx',
  ],
  form: ['src/ui/field.tsx', 'src/ui/password-field.tsx', 'src/ui/form-alert.tsx', 'src/platform/web/form.ts'],
} as const;

/** A group for the bundler of exactly these files. */
export function groupOf(name: keyof typeof sharedPieces, priority: number) {
  const paths = sharedPieces[name].map((path) => RegExp.escape(path));
  return { name, test: new RegExp(`/(?:${paths.join('|')})$`), priority };
}
