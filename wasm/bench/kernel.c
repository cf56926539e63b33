/*
 * The kernel of wasm/assembly in C, for the benchmark alone: the same passes over the same data, so that the two
 * compilers are compared and nothing else. See the AssemblyScript files for what the formulas mean.
 *
 *   gcc -O3 -o kernel wasm/bench/kernel.c -lm
 *   ./kernel FILE REPEATS
 *
 * FILE holds years as f64, one after the other: steps, roofs, stepHours, importLimitKw, exportLimitKw, gridCharging,
 * chargeEfficiency, dischargeEfficiency, minLevel, initialLevel, capacityKwh, powerKw, panels[roofs], load[steps],
 * production[roofs * steps], buy[steps], sell[steps]. Prints for each year the median of REPEATS runs in ms, the cost
 * and the lower bound.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_SEGMENTS 5
#define TINY 1e-12
#define TOLERANCE 1e-12
#define ANY_POWER 1.0
#define SHORT 24

typedef struct { double start, value; } Entry;
typedef struct { double slope, width; } Segment;

/* year.ts */
static int steps, roofs, gridCharging;
static double stepHours, importLimit, exportLimit, chargeEfficiency, dischargeEfficiency, minLevel, initialLevel;
static double unservedPrice, capacityKwh, powerKw;
static const double *panels, *loadKwh, *production, *buyEur, *sellEur;
static double *importPrice, *exportPrice, *generation, *thresholds, *level, *waterRange, *generationValue;

/* plant.ts */
static double usable, power, start, tolerance, lowestPlain, highestPlain, perCharge, perDischarge;

static void setPlant(void) {
  usable = capacityKwh * (1 - minLevel);
  if (usable <= TOLERANCE * powerKw * stepHours) usable = 0;
  power = usable > 0 ? powerKw * stepHours : ANY_POWER;
  double first = capacityKwh * (initialLevel - minLevel);
  start = first < usable ? first : usable;
  tolerance = TOLERANCE * (usable + power);
  lowestPlain = power - exportLimit;
  highestPlain = importLimit - power;
  perCharge = 1 / chargeEfficiency;
  perDischarge = 1 / dischargeEfficiency;
}

/* step.ts and flows.ts */
static Segment segments[8];
static int count;
static double discharging, charging, firstWidth, middleWidth, lastWidth, imported, exported, curtailed, unserved;

static double dischargeBound(double demand, double buy, double sell) {
  if (sell >= 0) return demand + exportLimit;
  if (buy >= 0) return demand;
  return demand > importLimit ? demand - importLimit : 0;
}

static double chargeBound(double made) { return gridCharging || power < made ? power : made; }

static int isPlain(double net, double sell) { return sell >= 0 && net <= highestPlain && net >= lowestPlain; }

static void describePlain(double net, double demand, double made) {
  double most = chargeBound(made), tiny = TINY * (power + demand + made);
  double first = power, middle = most, last = most;
  if (net >= 0) {
    middle = power < net ? power : net;
    first = power - middle;
    middle *= perDischarge;
  } else {
    if (-net < middle) middle = -net;
    last = most - middle;
    middle *= chargeEfficiency;
  }
  firstWidth = first > tiny ? first * perDischarge : 0;
  middleWidth = middle > tiny ? middle : 0;
  lastWidth = last > tiny ? last * chargeEfficiency : 0;
}

static void push(double slope, double width) {
  if (count > 0 && segments[count - 1].slope == slope) {
    segments[count - 1].width += width;
    return;
  }
  segments[count].slope = slope;
  segments[count++].width = width;
}

static void pushPiece(double slope, double from, double to, double lowest, double net, double highest, double tiny) {
  double given = (to < net ? to : net) - (from > lowest ? from : lowest);
  if (given > tiny) {
    push(slope * dischargeEfficiency, given * perDischarge);
    discharging += given * perDischarge;
  }
  double taken = (to < highest ? to : highest) - (from > net ? from : net);
  if (taken > tiny) {
    push(slope * perCharge, taken * chargeEfficiency);
    charging += taken * chargeEfficiency;
  }
}

static void pushOwnCharge(double demand, double made, double tiny) {
  double most = chargeBound(made), needed = demand > importLimit ? demand - importLimit : 0;
  double spare = made > needed ? made - needed : 0, free = spare < most ? spare : most;
  if (free > tiny) {
    push(0, free * chargeEfficiency);
    charging += free * chargeEfficiency;
  }
  if (most - free > tiny) {
    push(unservedPrice * perCharge, (most - free) * chargeEfficiency);
    charging += (most - free) * chargeEfficiency;
  }
}

static void describe(double demand, double made, double buy, double sell) {
  double net = demand - made, bound = dischargeBound(demand, buy, sell);
  double lowest = net - (power < bound ? power : bound), tiny = TINY * (power + demand + made);
  int paidOwn = !gridCharging && buy < 0;
  double highest = paidOwn ? net : net + chargeBound(made);
  double first = -made, second = 0, slope0 = sell, slope1 = 0, slope2 = buy;
  count = 0;
  discharging = charging = 0;
  if (sell >= 0) {
    first = -exportLimit;
    slope0 = 0;
    slope1 = sell;
  } else if (buy < 0) {
    second = importLimit - made;
    slope1 = buy;
    slope2 = 0;
  }
  pushPiece(slope0, -INFINITY, first, lowest, net, highest, tiny);
  pushPiece(slope1, first, second, lowest, net, highest, tiny);
  pushPiece(slope2, second, importLimit, lowest, net, highest, tiny);
  pushPiece(unservedPrice, importLimit, INFINITY, lowest, net, highest, tiny);
  if (paidOwn) pushOwnCharge(demand, made, tiny);
}

static void settle(double demand, double made, double buy, double sell, double battery) {
  double net = demand - made + battery;
  exported = curtailed = unserved = 0;
  if (buy < 0) {
    double wanted = gridCharging || battery < 0 ? net + made : demand;
    imported = wanted < importLimit ? wanted : importLimit;
    if (net > imported) unserved = net - imported;
    else curtailed = imported - net;
  } else if (net >= 0) {
    imported = net < importLimit ? net : importLimit;
    unserved = net - imported;
  } else {
    double first = sell >= 0 ? exportLimit : made, flow = -net < first ? -net : first;
    imported = 0;
    exported = sell >= 0 ? flow : -net - flow;
    curtailed = sell >= 0 ? -net - flow : flow;
  }
}

/* valueList.ts */
static Entry *buffer, *head, *tail, *found;
static double origin, span, farthest;

static void listBegin(double length, double step) {
  head = found = buffer + MAX_SEGMENTS * (steps + 2);
  tail = head + 1;
  origin = 0;
  span = length;
  farthest = 16 * (length + step);
  *head = (Entry){0, 0};
  *tail = (Entry){length, -INFINITY};
}

static Entry *seek(double slope) {
  Entry *at = found;
  if (tail - at > SHORT) {
    Entry *after = tail;
    while (after > at) {
      Entry *middle = at + (after - at) / 2;
      if (middle->value > slope) at = middle + 1;
      else after = middle;
    }
    return at;
  }
  while (at->value > slope) at++;
  return at;
}

static double insert(double slope, double width, double before) {
  Entry *at = seek(slope);
  double position = at->start, threshold = position - origin - before;
  int same = at->value == slope;
  if (at - head < tail - at) {
    origin -= width;
    if (same) {
      for (Entry *to = head; to <= at; to++) to->start -= width;
      found = at;
    } else {
      for (Entry *to = head; to < at; to++) to[-1] = (Entry){to->start - width, to->value};
      head--;
      found = at - 1;
      *found = (Entry){position - width, slope};
    }
  } else {
    found = at;
    if (same) {
      for (Entry *to = at + 1; to <= tail; to++) to->start += width;
    } else {
      for (Entry *from = tail; from >= at; from--) from[1] = (Entry){from->start + width, from->value};
      tail++;
      *at = (Entry){position, slope};
    }
  }
  return threshold;
}

static void cut(double charged) {
  origin += charged;
  while (head[1].start <= origin) head++;
  head->start = origin;
  double end = origin + span;
  while (tail[-1].start >= end) tail--;
  *tail = (Entry){end, -INFINITY};
  if (origin > farthest || origin < -farthest) {
    for (Entry *at = head; at < tail; at++) at->start -= origin;
    origin = 0;
    tail->start = span;
  }
  found = head;
}

/* backward.ts */
static double *firstThreshold, inserted;

static void keep(double slope, double width, double *threshold) {
  if (width > 0) {
    *threshold = insert(slope, width, inserted);
    inserted += width;
  } else {
    *threshold = 0;
  }
}

static void backward(void) {
  double *to = thresholds + (size_t)steps * MAX_SEGMENTS;
  if (usable <= 0) {
    firstThreshold = thresholds;
    memset(thresholds, 0, sizeof(double) * steps * MAX_SEGMENTS);
    return;
  }
  listBegin(usable, power * (chargeEfficiency + perDischarge));
  for (int t = steps - 1; t >= 0; t--) {
    double demand = loadKwh[t], made = generation[t], sell = exportPrice[t], buy = importPrice[t], net = demand - made;
    inserted = 0;
    if (isPlain(net, sell)) {
      to -= 3;
      describePlain(net, demand, made);
      keep(buy * perCharge, lastWidth, to + 2);
      keep(net >= 0 ? buy * dischargeEfficiency : sell * perCharge, middleWidth, to + 1);
      keep(sell * dischargeEfficiency, firstWidth, to);
      cut(net >= 0 ? lastWidth : lastWidth + middleWidth);
    } else {
      describe(demand, made, buy, sell);
      for (int i = count - 1; i >= 0; i--) keep(segments[i].slope, segments[i].width, --to);
      cut(charging);
    }
  }
  firstThreshold = to;
}

/* forward.ts */
static double lower, upper, costEur, importKwh, exportKwh, unservedKwh;

static double walkPlain(double before, const double *threshold, double net, double buy, double sell) {
  double lowest = before - power * perDischarge, second = lowest + firstWidth, third = second + middleWidth;
  double highest = third + lastWidth;
  double end0 = second < threshold[0] ? second : threshold[0];
  double end1 = third < threshold[1] ? third : threshold[1];
  double end2 = highest < threshold[2] ? highest : threshold[2];
  double at = lowest;
  if (end0 > at) at = end0;
  if (end1 > at) at = end1;
  if (end2 > at) at = end2;
  double slope0 = sell * dischargeEfficiency, slope1 = net >= 0 ? buy * dischargeEfficiency : sell * perCharge;
  double slope2 = buy * perCharge, left = at - tolerance, right = at + tolerance;
  lower = left > third ? slope2 : left > second ? slope1 : left > lowest ? slope0 : -INFINITY;
  upper = right < second ? slope0 : right < third ? slope1 : right < highest ? slope2 : INFINITY;
  return at;
}

static double walk(double before, const double *threshold) {
  double at = before - discharging;
  lower = -INFINITY;
  upper = INFINITY;
  for (int i = 0; i < count; i++) {
    double slope = segments[i].slope, stop = threshold[i], end = at + segments[i].width;
    if (stop < end - tolerance) {
      upper = slope;
      if (stop > at + tolerance) {
        lower = slope;
        at = stop;
      }
      return at;
    }
    lower = slope;
    at = end;
  }
  return at;
}

static void addFlows(double cost, double in, double out) {
  costEur += cost;
  importKwh += in;
  exportKwh += out;
}

static void forward(void) {
  const double *threshold = firstThreshold;
  double at = start, low = -INFINITY, high = INFINITY;
  costEur = importKwh = exportKwh = unservedKwh = 0;
  for (int t = 0; t < steps; t++) {
    double demand = loadKwh[t], made = generation[t], sell = exportPrice[t], buy = importPrice[t], net = demand - made;
    double before = at;
    int plain = isPlain(net, sell);
    if (plain) {
      describePlain(net, demand, made);
      at = walkPlain(before, threshold, net, buy, sell);
      threshold += 3;
    } else {
      describe(demand, made, buy, sell);
      at = walk(before, threshold);
      threshold += count;
    }
    if (at <= tolerance) at = 0;
    if (at >= usable - tolerance) at = usable;
    level[t] = at;
    double change = at - before, battery = change > 0 ? change * perCharge : change * dischargeEfficiency;
    if (plain) {
      double flow = net + battery;
      if (flow > 0) addFlows(buy * flow, flow, 0);
      else addFlows(sell * flow, 0, -flow);
    } else {
      settle(demand, made, buy, sell, battery);
      addFlows(buy * imported - sell * exported + unservedPrice * unserved, imported, exported);
      if (unserved > tolerance) unservedKwh += unserved;
    }
    double floor = lower < high ? lower : high;
    if (floor > low) low = floor;
    double ceiling = upper > low ? upper : low;
    if (ceiling < high) high = ceiling;
    if (at == 0 || at == usable || t == steps - 1) {
      waterRange[2 * t] = low;
      waterRange[2 * t + 1] = high;
      if (at == 0) low = -INFINITY;
      if (at == usable) high = INFINITY;
    }
  }
}

/* duals.ts */
typedef struct { double price, amount; } Rung;
static Rung ladder[5];

static double positive(double x) { return x > 0 ? x : 0; }

static void rung(int n, double price, double amount) {
  Rung *at = ladder + n;
  while (at > ladder && at[-1].price > price) {
    *at = at[-1];
    at--;
  }
  *at = (Rung){price, amount};
}

static double clear(double demand, double made, double buy, double sell, double charge, double give) {
  double most = chargeBound(made), limit = dischargeBound(demand, buy, sell);
  int bounded = exportLimit < INFINITY;
  rung(0, sell, bounded ? exportLimit : 0);
  rung(1, buy, importLimit);
  rung(2, 0, gridCharging ? made : made - most);
  rung(3, gridCharging ? charge : positive(charge), most);
  rung(4, give, power < limit ? power : limit);
  double missing = demand + (bounded ? exportLimit : 0) + (gridCharging ? most : 0), price = unservedPrice;
  for (int i = 0; i < 5; i++) {
    missing -= ladder[i].amount;
    if (missing <= 0) {
      price = ladder[i].price < price ? ladder[i].price : price;
      break;
    }
  }
  return bounded || price > sell ? price : sell;
}

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int t = 0; t < steps; t++) sum += a[t] * b[t];
  return sum;
}

static double writeCut(void) {
  double fixed = 0, perCapacity = 0, perPower = 0, perImportLimit = 0, perExportLimit = 0, water = 0;
  for (int t = steps - 1; t >= 0; t--) {
    if (level[t] == 0 || level[t] == usable || t == steps - 1) {
      double low = waterRange[2 * t], high = waterRange[2 * t + 1], after = water;
      if (water < low) water = low;
      else if (water > high) water = high;
      perCapacity += minLevel * positive(water - after) - positive(after - water);
    }
    double demand = loadKwh[t], made = generation[t], sell = exportPrice[t], buy = importPrice[t], net = demand - made;
    double charge = water * chargeEfficiency, give = water * perDischarge, price;
    if (isPlain(net, sell)) {
      int lacking = net >= 0;
      double wish = lacking ? give : charge;
      price = wish < sell ? sell : wish > buy ? buy : wish;
      if (lacking && power < net) price = buy;
      if (!lacking && chargeBound(made) < -net) price = sell;
      perPower -= positive(price - give);
    } else {
      double limit = dischargeBound(demand, buy, sell);
      price = clear(demand, made, buy, sell, charge, give);
      if (power <= limit) perPower -= positive(price - give);
      else fixed -= limit * positive(price - give);
      if (importLimit < INFINITY) perImportLimit -= positive(price - buy);
      if (exportLimit < INFINITY) perExportLimit -= positive(sell - price);
    }
    fixed += price * demand;
    double worth = positive(price);
    if (gridCharging) perPower -= positive(charge - price);
    else if (power >= made) worth = charge > worth ? charge : worth;
    else perPower -= positive(charge - worth);
    generationValue[t] = worth;
  }
  perCapacity -= initialLevel * water;
  if (importLimit < INFINITY) fixed += perImportLimit * importLimit;
  if (exportLimit < INFINITY) fixed += perExportLimit * exportLimit;
  double value = fixed + perCapacity * capacityKwh + perPower * stepHours * powerKw;
  for (int k = 0; k < roofs; k++) value -= dot(generationValue, production + (size_t)k * steps) * panels[k];
  return value;
}

static double dispatchYear(void) {
  setPlant();
  memset(generation, 0, sizeof(double) * steps);
  for (int k = 0; k < roofs; k++)
    for (int t = 0; t < steps; t++) generation[t] += panels[k] * production[(size_t)k * steps + t];
  backward();
  forward();
  return writeCut();
}

static void loadYear(const double *from) {
  steps = (int)from[0];
  roofs = (int)from[1];
  stepHours = from[2];
  importLimit = from[3] * stepHours;
  exportLimit = from[4] * stepHours;
  gridCharging = from[5] != 0;
  chargeEfficiency = from[6];
  dischargeEfficiency = from[7];
  minLevel = from[8];
  initialLevel = from[9];
  capacityKwh = from[10];
  powerKw = from[11];
  panels = from + 12;
  loadKwh = panels + roofs;
  production = loadKwh + steps;
  buyEur = production + (size_t)roofs * steps;
  sellEur = buyEur + steps;
  importPrice = realloc(importPrice, sizeof(double) * steps);
  exportPrice = realloc(exportPrice, sizeof(double) * steps);
  generation = realloc(generation, sizeof(double) * steps);
  thresholds = realloc(thresholds, sizeof(double) * steps * MAX_SEGMENTS);
  level = realloc(level, sizeof(double) * steps);
  waterRange = realloc(waterRange, sizeof(double) * 2 * steps);
  generationValue = realloc(generationValue, sizeof(double) * steps);
  buffer = realloc(buffer, sizeof(Entry) * 2 * MAX_SEGMENTS * (steps + 2));
  double highest = -INFINITY;
  for (int t = 0; t < steps; t++) {
    importPrice[t] = buyEur[t];
    exportPrice[t] = sellEur[t];
    if (buyEur[t] > highest) highest = buyEur[t];
  }
  unservedPrice = 2 * highest > 10 ? 2 * highest : 10;
}

static double nowMs(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int arguments, char **argument) {
  if (arguments != 3) return 2;
  FILE *file = fopen(argument[1], "rb");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  size_t length = ftell(file) / sizeof(double);
  rewind(file);
  double *data = malloc(sizeof(double) * length);
  if (!data || fread(data, sizeof(double), length, file) != length) return 1;
  int repeats = atoi(argument[2]);
  double *ms = malloc(sizeof(double) * repeats), value = 0;
  for (size_t at = 0; at < length; at += 12 + roofs + (size_t)steps * (3 + roofs)) {
    loadYear(data + at);
    for (int i = -2; i < repeats; i++) {
      double began = nowMs();
      value = dispatchYear();
      if (i >= 0) ms[i] = nowMs() - began;
    }
    qsort(ms, repeats, sizeof(double), ascending);
    printf("%.6f %.17g %.17g\n", ms[repeats / 2], costEur, value);
  }
  return 0;
}
