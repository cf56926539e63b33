/** What the terms of a contract are called. */
export interface TermWords {
  /** By the field of tariff, without places in lists; a field that is not here shows its name. */
  names: Readonly<Record<string, string>>
  holidays: string
  hours(from: number, to: number): string
}

export const tariffTermsEn: TermWords = {
  names: {
    market: "Day-ahead price of the zone",
    flatEurPerKwh: "Purchase price",
    feedInEurPerKwh: "Feed-in price",
    taxesIncluded: "Taxes are in the price",
    netting: "Netting",
    nettingUntil: "Netting, last year",
    "buy.energy": "Purchase price",
    "buy.energy.eurPerKwh": "Purchase price",
    "buy.energy.series": "Purchase price, series",
    "buy.timesFraction": "Purchase price, factor",
    "buy.plusEurPerKwh": "Addition to the purchase price",
    "buy.taxed": "Taxes are put on the purchase price",
    "sell.energy": "Feed-in price",
    "sell.energy.eurPerKwh": "Feed-in price",
    "sell.energy.series": "Feed-in price, series",
    "sell.timesFraction": "Feed-in price, factor",
    "sell.feeEurPerKwh": "Deduction from the feed-in price",
    "sell.floorEurPerKwh": "Least feed-in price",
    "sell.stopsAtNegativePrices": "No pay for feed-in at negative prices",
    "sell.growthFraction": "Growth of the feed-in price",
    "sell.until": "Feed-in price, last year",
    "sell.after.energy": "Feed-in price after that",
    "sell.after.energy.eurPerKwh": "Feed-in price after that",
    "sell.after.energy.series": "Feed-in price after that, series",
    "sell.after.timesFraction": "Feed-in price after that, factor",
    "sell.after.feeEurPerKwh": "Deduction from the feed-in price after that",
    "sell.after.floorEurPerKwh": "Least feed-in price after that",
    "sell.after.stopsAtNegativePrices": "No pay for feed-in at negative prices after that",
    "sell.after.growthFraction": "Growth of the feed-in price after that",
    "grid.buyEurPerKwh.eurPerKwh": "Grid fee",
    "grid.demand.eurPerKwMonth": "Demand charge of each month",
    "grid.demand.eurPerKwYear": "Demand charge of the year",
    "grid.demand.meanOfMonths": "Demand charge goes by the mean of the months",
    "grid.demand.floorKw": "Least power charged",
    "grid.fixedEurPerMonth": "Fixed costs",
    "limits.importKw": "Limit of import",
    "limits.importKw.kw": "Limit of import",
    "limits.exportKw": "Limit of feed-in",
    "limits.exportKw.kw": "Limit of feed-in",
    "limits.feedInShareOfKwp": "Limit of feed-in by peak power",
    "limits.gridCharging": "Battery charges from the grid",
    contractedPowerKw: "Contracted power",
    existingFollowsPrices: "Today's inverter follows prices",
    fixedCostEurPerMonth: "Fixed costs",
    demandChargeEurPerKwMonth: "Demand charge of each month",
  },
  holidays: "public holidays",
  hours: (from, to) => `${from}–${to} h`,
}
