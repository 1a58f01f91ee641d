import type { Payload } from '../../payload'

/** A page of the dashboard about the object of an event. */
export function pageOf(payload: Payload, section: string, id = payload.text('data.object.id')): string {
  if (id === '') return ''
  const mode = payload.at('livemode').value === false ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}${section}/${encodeURIComponent(id.toWellFormed())}`
}

/** Words for a code of Stripe: `requires_payment_method` becomes `requires payment method`. */
export const plain = (code: string): string => code.replaceAll('_', ' ')
