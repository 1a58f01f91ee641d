import { signal } from '@preact/signals'

const media = matchMedia('(max-width: 719px)')

/** Whether there is no room for the tabs beside what they show. */
export const isSmallScreen = signal(media.matches)
media.addEventListener('change', () => (isSmallScreen.value = media.matches))
