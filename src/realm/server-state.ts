import type { StateOf } from '../events/part'
import { stopWords } from '../narrow/stop-words'

// Parts that are the same for everybody: the server has no hotspots, and no Zoom or GIPHY account (register, Own account and messages).
export const hotspotsState: StateOf = async () => ({ hotspots: [] })
export const videoCallsState: StateOf = async () => ({ has_zoom_token: false })
export const giphyState: StateOf = async () => ({ giphy_api_key: '' })
export const stopWordsState: StateOf = async () => ({ stop_words: stopWords })
