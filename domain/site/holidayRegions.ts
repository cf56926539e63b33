import regions from "../../fixtures/holidays/regions.json" with { type: "json" }

/** The German Länder by ISO 3166-2, with their names and additional public holidays. */
export const HOLIDAY_REGIONS = regions
