import type { StateOf } from '../events/part'
import { stopWords } from '../narrow/stop-words'

/** What the server tells everybody alike. It explains nothing by hotspots, and has no Zoom and no Giphy account. */
export const hotspotsState: StateOf = async () => ({ hotspots: [] })
export const videoCallsState: StateOf = async () => ({ has_zoom_token: false })
export const giphyState: StateOf = async () => ({ giphy_api_key: '' })
export const stopWordsState: StateOf = async () => ({ stop_words: stopWords })
