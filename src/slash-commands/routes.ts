import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'

/**
 * `/ping` does nothing, which tells how long a request takes. `/day` and `/night` choose the light and the dark theme,
 * `/fluid-width` and `/fixed-width` the width of the page. Your clients are told by an event `user_settings`.
 *
 * @error BAD_REQUEST The command does not begin with `/`, or there is no such command.
 */
export const runCommandEndpoint = endpoint('POST /zcommand', {
  summary: 'Do what was typed behind a slash: ping, day, night, fluid-width or fixed-width',
  overSocket: true,
  params: {
    /** The command with its slash: `/night`. */
    command: text(z.string().max(1000)),
  },
  returns: {
    /** What was done, in words. Empty for `/ping`. */
    msg: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('runCommand', params)
  },
})
