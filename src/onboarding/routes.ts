import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'

/** The server has no hints to show (`hotspots` of the state is empty), so there is none to leave out from now on. */
export const dismissHotspotEndpoint = endpoint('POST /users/me/hotspots', {
  summary: 'Tell that you have seen a hint',
  params: { hotspot: text(z.string().max(100)) },
  returns: {},
  async run({ viewer }) {
    assertHuman(await viewer())
    return {}
  },
})

/** Nothing depends on it, and no client asks for it: the state has no word for it. */
export const setTutorialStatusEndpoint = endpoint('POST /users/me/tutorial_status', {
  summary: 'Tell how far you have come in the tutorial',
  params: { status: text(z.enum(['started', 'finished'])) },
  returns: {},
  async run({ viewer }) {
    assertHuman(await viewer())
    return {}
  },
})
