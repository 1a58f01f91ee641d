import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'

export const runCommandEndpoint = endpoint('POST /zcommand', {
  summary: 'Do what was typed behind a slash: ping, day, night, fluid-width or fixed-width',
  params: { command: text(z.string().max(1000)) },
  returns: { msg: z.string() },
  async run({ params, realm }) {
    return realm.perform('obeyCommand', params)
  },
})
