/** How far ahead can be listed and booked. */
export const horizonYears = 3
