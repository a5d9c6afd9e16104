import { defineConfig } from 'vitest/config'

/** The tests of pure functions: those beside the files that stryker.config.js names. */
export default defineConfig({
  test: {
    include: [
      'src/values/*.test.ts',
      'src/availability/slot-grid.test.ts',
      'src/payments/{settlement,refund-amount,pursue-refund}.test.ts',
      'src/appointments/{appointment-status,patient-limits}.test.ts',
      'src/checkout/payment-step.test.ts',
      'src/queue/{queue-status,consultation-time,waiting-time}.test.ts',
      'src/operations/*.test.ts',
      'src/due-work/back-off.test.ts',
    ],
    exclude: ['src/values/public-name.test.ts'],
    isolate: false,
    // A thread cannot change its time zone.
    testNamePattern: /^(?!.*wherever the server is)/,
  },
})
