import type { Payload } from '../../payload'

/** Currencies whose amounts Stripe sends in whole units, and those that have three decimals. */
const wholeCurrencies = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimalCurrencies = new Set('bhd jod kwd omr tnd'.split(' '))

const currencyCode = /^[a-z]{3}$/

/** An amount of money, which Stripe sends in the smallest unit of its currency: `$20.00`. Empty if there is none. */
export function money(object: Payload, field = 'amount'): string {
  const amount = object.number(field)
  const currency = object.text('currency').toLowerCase()
  if (amount === null || !currencyCode.test(currency)) return ''
  const decimals = wholeCurrencies.has(currency) ? 0 : threeDecimalCurrencies.has(currency) ? 3 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals)
}
