import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { text } from '../core/http/params'

/** The server is connected with no BigBlueButton, and tells no client that it were (`realm_available_video_chat_providers`). */
export const createBigBlueButtonCallEndpoint = endpoint('GET /calls/bigbluebutton/create', {
  summary: 'Refuses: this server is connected with no BigBlueButton',
  params: { meeting_name: text(z.string().max(1000)) },
  returns: { url: z.string() },
  async run() {
    throw refused('BigBlueButton is not configured.')
  },
})

/** Nobody's Zoom account is linked (`has_zoom_token`), for there is no way to link one. */
export const createZoomCallEndpoint = endpoint('POST /calls/zoom/create', {
  summary: 'Refuses: no Zoom account is linked',
  returns: { url: z.string() },
  async run() {
    throw refused('Invalid Zoom access token', { code: 'INVALID_ZOOM_TOKEN' })
  },
})
