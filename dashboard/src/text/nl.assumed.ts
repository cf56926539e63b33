import type { assumed as english } from "./en.assumed.ts"

export const assumed: typeof english = {
  title: "Uitgangspunten",
  assumption: "Uitgangspunt",
  otherwise: "Anders",
  value: "Netto contante waarde",
  change: "Wijzigen",
  more: "Meer",
  readings: {
    "usual-contract": {
      assumed: () => "Eén stroomprijs, zoals de meeste huishoudens hebben",
      otherwise: () => "Een dynamisch contract",
    },
    "dynamic-additions": {
      assumed: () => "Een dynamisch contract met gangbare belastingen en netkosten",
      otherwise: () => "Eén stroomprijs",
    },
    "average-of-bills": {
      assumed: value => `Elke kWh kost ${value}, het gemiddelde van hele rekeningen`,
      otherwise: value => `Daarin zitten vaste kosten: een extra kWh kost ${value}`,
    },
    "plain-inverter": {
      assumed: () => "De omvormer levert ook terug bij negatieve prijzen",
      otherwise: () => "Hij stopt bij negatieve prijzen",
    },
    "price-growth": {
      assumed: value => `De stroomprijs stijgt ${value} per jaar`,
      otherwise: () => "De stroomprijs stijgt niet",
    },
    "plants-in-use": {
      assumed: value => `De panelen leveren ${value} per kWp per jaar`,
      otherwise: value => `Ze leveren ${value}, het gemiddelde van installaties in het land`,
    },
    "sun-of-prices": {
      assumed: value => `Zonnige dagen vallen op de zonnige dagen van ${value}, het jaar van de prijzen`,
      otherwise: value => `De dagen van ${value} zoals ze waren: prijs en zon passen dan niet bij elkaar`,
    },
    "modelled-quarters": {
      assumed: (_value: string) => "Het verbruik binnen het uur is berekend: de kwartieren zijn schattingen",
      otherwise: (_value: string) => "Per uur berekend zijn de pieken lager",
    },
  },
}
