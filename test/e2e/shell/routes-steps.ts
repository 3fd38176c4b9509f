export const dashboard = '/training/dashboard';
export const diver = 'diver@demo.test';
