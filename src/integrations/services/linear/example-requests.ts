import type { Example } from '../../example'

export const page = 'https://linear.app/tidewater'

export const of = (type: string, action: string, payload: object): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'Linear-Event': type },
  payload: { type, action, actor: { name: 'Ada Park' }, webhookTimestamp: 1_780_000_000_000, ...payload },
})
