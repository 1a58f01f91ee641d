import type { Examples } from '../examples'

export const examples: Examples = {
  createBigBlueButtonCall: {
    params: { meeting_name: 'Harbour watch' },
    refusal: { status: 400, code: 'BAD_REQUEST', msg: 'BigBlueButton is not configured.' },
  },
  createZoomCall: {
    refusal: { status: 400, code: 'INVALID_ZOOM_TOKEN', msg: 'Invalid Zoom access token' },
  },
}
