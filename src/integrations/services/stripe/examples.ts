import type { Example } from '../../example'
import { customerExamples } from './examples-customers'
import { disputeExamples } from './examples-disputes'
import { invoiceExamples } from './examples-invoices'
import { paymentExamples } from './examples-payments'
import { payoutExamples } from './examples-payouts'

export const examples: readonly Example[] = [
  ...paymentExamples,
  ...disputeExamples,
  ...invoiceExamples,
  ...customerExamples,
  ...payoutExamples,
]
