import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'

/**
 * Accepts any name and stores nothing: the server has no hints to show, and `hotspots` of `POST /register` is empty.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const dismissHotspotEndpoint = endpoint('POST /users/me/hotspots', {
  summary: 'Dismiss a hint',
  params: {
    /** Name of the hint, at most 100 characters. */
    hotspot: text(z.string().max(100)),
  },
  returns: {},
  async run({ viewer }) {
    assertHuman(await viewer())
    return {}
  },
})

/**
 * Stores nothing: no client asks for the status, and nothing depends on it.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const setTutorialStatusEndpoint = endpoint('POST /users/me/tutorial_status', {
  summary: 'Report progress in the tutorial',
  params: {
    /** Whether you have `started` or `finished` the tutorial. */
    status: text(z.enum(['started', 'finished'])),
  },
  returns: {},
  async run({ viewer }) {
    assertHuman(await viewer())
    return {}
  },
})
