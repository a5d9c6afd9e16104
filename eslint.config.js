// Only what needs types; everything else is Biome's.

import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['node_modules/', 'clinic-data/', '*.config.*', '.dependency-cruiser.cjs', 'bin/', '**/dist/', '**/prepare.js'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/only-throw-error': 'error',
      // In a try, what is returned without waiting for it fails outside.
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-deprecated': 'error',
    },
  },
  {
    // More than five things that are handed on together have a name: a visit being changed, a reservation, a sale.
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      // In the service, a promise that fails alone is at best a line in the log; `void` leaves it alone too.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      'max-params': ['error', 5],
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // The router takes a redirect as what is thrown.
    files: ['dashboard/src/routes.tsx'],
    rules: { '@typescript-eslint/only-throw-error': 'off' },
  },
)
