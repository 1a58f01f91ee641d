/** Matches where fingers are all there is: an on-screen keyboard hides half of the page while a text box has the focus. */
export const isTouch = matchMedia('(hover: none) and (pointer: coarse)')
