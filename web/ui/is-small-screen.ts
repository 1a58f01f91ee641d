import { signal } from '@preact/signals'

const media = matchMedia('(max-width: 719px)')

/** Whether the screen is too narrow for two columns. */
export const isSmallScreen = signal(media.matches)
media.addEventListener('change', () => (isSmallScreen.value = media.matches))
