/** The two notes: when each begins, in seconds, and its frequency in hertz. */
const notes = [
  [0, 660],
  [0.12, 880],
] as const

/** Seconds that a note lasts. */
const length = 0.25
/** The volume of a note, from 0 to 1. */
const loudness = 0.08

let context: AudioContext | null = null

/** Plays a short sound. Browsers play it only if the user has already pressed something on the page. */
export function playSound(): void {
  context ??= new AudioContext()
  const { currentTime, destination } = context
  for (const [after, frequency] of notes) {
    const begin = currentTime + after
    const tone = new OscillatorNode(context, { frequency })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(loudness, begin + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length)
    tone.connect(volume).connect(destination)
    tone.start(begin)
    tone.stop(begin + length)
  }
}
