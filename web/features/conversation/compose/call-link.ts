import { texts } from '../../../i18n'

/** Random bytes in the name of a room: nobody joins a call by guessing. */
const roomBytes = 16

/** What Jitsi Meet reads behind the name of a room: whether the camera of who joins is off. */
const cameraOffParam = '#config.startWithVideoMuted=true'

/** A link in Markdown to a new call on a Jitsi Meet server. */
export function callLink(server: string, isVideo: boolean): string {
  const bytes = crypto.getRandomValues(new Uint8Array(roomBytes))
  const room = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return isVideo
    ? `[${texts.calls.joinVideo}](${server}/${room})`
    : `[${texts.calls.joinVoice}](${server}/${room}${cameraOffParam})`
}
