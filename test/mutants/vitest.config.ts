import { defineConfig } from 'vitest/config'

/** The tests of pure functions: those beside the files that stryker.config.js names. */
export default defineConfig({
  test: {
    include: [
      'src/base/values/*.test.ts',
      'src/visits/availability/slot-grid.test.ts',
      'src/money/payments/{settlement,refund-amount,pursue-refund}.test.ts',
      'src/visits/appointments/{appointment-status,patient-limits}.test.ts',
      'src/money/checkout/payment-step.test.ts',
      'src/visits/queue/{queue-status,consultation-time,waiting-time}.test.ts',
      'src/base/operations/*.test.ts',
      'src/base/due-work/back-off.test.ts',
    ],
    exclude: ['src/base/values/public-name.test.ts'],
    isolate: false,
    // A thread cannot change its time zone.
    testNamePattern: /^(?!.*wherever the server is)/,
  },
})
