/** How far ahead slots can be listed and booked. */
export const horizonYears = 3
