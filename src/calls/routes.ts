import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { text } from '../core/http/params'

/**
 * Refuses always, because the server is connected with no BigBlueButton. `realm_available_video_chat_providers` of
 * `POST /register` names the services that a client can offer.
 *
 * @error BAD_REQUEST Always: BigBlueButton is not configured.
 */
export const createBigBlueButtonCallEndpoint = endpoint('GET /calls/bigbluebutton/create', {
  summary: 'Refuses: this server is connected with no BigBlueButton',
  params: {
    /** Name of the call. */
    meeting_name: text(z.string().max(1000)),
  },
  returns: {
    /** Address of the call. This server never answers one. */
    url: z.string(),
  },
  async run() {
    throw refused('BigBlueButton is not configured.')
  },
})

/**
 * Refuses always, because no account of Zoom can be linked: `has_zoom_token` of `POST /register` is false.
 *
 * @error INVALID_ZOOM_TOKEN Always: no Zoom account is linked.
 */
export const createZoomCallEndpoint = endpoint('POST /calls/zoom/create', {
  summary: 'Refuses: no Zoom account is linked',
  returns: {
    /** Address of the call. This server never answers one. */
    url: z.string(),
  },
  async run() {
    throw refused('Invalid Zoom access token', { code: 'INVALID_ZOOM_TOKEN' })
  },
})
