import { defineConfig } from 'vitest/config'

/** The tests of pure functions: those beside the files that stryker.config.js names. */
export default defineConfig({
  test: {
    include: [
      'src/base/values/{colour,country,csv-text,email,intervals,money,nearest}.test.ts',
      'src/base/values/{refund-policy,return-url,video-times}.test.ts',
      'src/base/operations/*.test.ts',
      'src/base/due-work/back-off.test.ts',
      'src/money/payments/{settlement,refund-amount,pursue-refund}.test.ts',
      'src/money/checkout/payment-step.test.ts',
      'src/visits/appointments/{appointment-status,patient-limits}.test.ts',
      'src/visits/queue/{queue-status,consultation-time}.test.ts',
    ],
    isolate: false,
  },
})
