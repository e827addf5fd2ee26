package dev.cairn.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Describes cron expressions in English words. Expressions were accepted before. */
final class CronDescription {

    private static final List<String> DAYS = List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
            "Saturday",
            "Sunday");
    private static final List<String> MONTHS = List.of("", "January", "February", "March", "April", "May", "June", "July",
            "August", "September", "October", "November", "December");
    private static final List<String> ORDINALS = List.of("", "first", "second", "third", "fourth", "fifth");
    /** More times of a day are described by their hours and minutes. */
    private static final int MAX_TIMES = 6;
    private static final int SHORT_NAME = 3;

    private final String second;
    private final String minute;
    private final String hour;
    private final String dayOfMonth;
    private final String month;
    private final String dayOfWeek;

    private CronDescription(List<String> fields) {
        int first = fields.size() - CronMatcher.MIN_FIELDS;
        this.second = first == 0 ? "0" : fields.get(0);
        this.minute = fields.get(first);
        this.hour = fields.get(first + 1);
        this.dayOfMonth = fields.get(first + 2);
        this.month = fields.get(first + 3);
        this.dayOfWeek = fields.get(first + 4);
    }

    static String of(String text) {
        CronDescription cron = new CronDescription(CronMatcher.fields(text));
        List<String> parts = new ArrayList<>(List.of(cron.time()));
        String days = cron.days();
        if (!days.isEmpty()) {
            parts.add(days);
        }
        if (!isAny(cron.month)) {
            parts.add("in " + list(cron.month, MONTHS, "month"));
        }
        String all = String.join(", ", parts);
        return Character.toUpperCase(all.charAt(0)) + all.substring(1);
    }

    private static boolean isAny(String field) {
        return Stream.of(field.split(",")).anyMatch(item -> item.equals("*") || item.equals("*/1") || item.equals("*/01"));
    }

    private static boolean isNumber(String field) {
        return field.matches("\\d+");
    }

    private String time() {
        boolean wholeMinutes = isNumber(second) && Integer.parseInt(second) == 0;
        List<String> hours = List.of(hour.split(","));
        if (isNumber(second) && isNumber(minute) && hours.size() <= MAX_TIMES
                && hours.stream().allMatch(CronDescription::isNumber)) {
            String rest = wholeMinutes ? "" : ":" + twoDigits(second);
            return "at " + joined(hours.stream().map(of -> twoDigits(of) + ":" + twoDigits(minute) + rest).toList());
        }
        if (wholeMinutes && isNumber(minute) && Integer.parseInt(minute) == 0) {
            return each(hour, "hour");
        }
        if (isNumber(second) && !wholeMinutes && isAny(minute) && isAny(hour)) {
            return "at second " + Integer.parseInt(second) + " of every minute";
        }
        List<String> units = new ArrayList<>();
        if (!wholeMinutes) {
            units.add(each(second, "second"));
        }
        if (!isAny(minute) || wholeMinutes) {
            units.add(each(minute, "minute"));
        }
        if (!isAny(hour)) {
            units.add(
                    isNumber(hour) ? "between " + twoDigits(hour) + ":00 and " + twoDigits(hour) + ":59" : each(hour, "hour"));
        } else if (isNumber(minute)) {
            units.add("of each hour");
        }
        return String.join(", ", units).replace(", of each hour", " of each hour");
    }

    /** When a unit of time matches: each, each of a number, or some. */
    private static String each(String field, String unit) {
        if (isAny(field)) {
            return "every " + unit;
        }
        if (field.matches("\\*/\\d+")) {
            int step = Integer.parseInt(field.substring(2));
            int all = unit.equals("hour") ? 24 : 60;
            return all % step == 0 && step < all ? "every " + step + " " + unit + "s"
                    : "at every " + ordinal(step) + " " + unit + " from 0";
        }
        return "at " + list(field, List.of(), unit);
    }

    private String days() {
        String ofMonth = isAny(dayOfMonth) ? "" : daysOfMonth();
        String ofWeek = isAny(dayOfWeek) ? "" : daysOfWeek();
        return ofMonth.isEmpty() || ofWeek.isEmpty() ? ofMonth + ofWeek : ofMonth + " or " + ofWeek;
    }

    private String daysOfMonth() {
        if (dayOfMonth.startsWith("L")) {
            return switch (dayOfMonth) {
                case "L", "L-0" -> "on the last day of the month";
                case "L-1" -> "on the last day but one of the month";
                default -> dayOfMonth.substring(2) + " days before the last day of the month";
            };
        }
        return "on " + list(dayOfMonth, List.of(), "day") + " of the month";
    }

    private String daysOfWeek() {
        int hash = dayOfWeek.indexOf('#');
        if (hash > 0) {
            return "on the " + ORDINALS.get(Integer.parseInt(dayOfWeek.substring(hash + 1))) + " "
                    + name(dayOfWeek.substring(0, hash), DAYS) + " of the month";
        }
        if (dayOfWeek.endsWith("L")) {
            return "on the last " + name(dayOfWeek.substring(0, dayOfWeek.length() - 1), DAYS) + " of the month";
        }
        return "on " + list(dayOfWeek, DAYS, "day of the week");
    }

    /** The items of a field; numbers without names follow their unit. */
    private static String list(String field, List<String> names, String unit) {
        String items = joined(Stream.of(field.split(",")).map(item -> item(item, names, unit)).toList());
        return names.isEmpty() && !field.contains("/") ? unit + " " + items : items;
    }

    private static String item(String item, List<String> names, String unit) {
        String[] steps = item.split("/");
        String[] ends = steps[0].split("-");
        String range = ends.length == 2 ? name(ends[0], names) + " to " + name(ends[1], names) : name(ends[0], names);
        if (steps.length == 1) {
            return range;
        }
        String every = "every " + ordinal(Integer.parseInt(steps[1])) + " " + unit;
        return steps[0].equals("*") ? every : every + " from " + range;
    }

    private static String name(String value, List<String> names) {
        if (isNumber(value)) {
            int number = Integer.parseInt(value);
            return names.isEmpty() ? Integer.toString(number) : names.get(number);
        }
        return names.stream().filter(name -> name.length() >= SHORT_NAME
                && name.substring(0, SHORT_NAME).equalsIgnoreCase(value)).findFirst().orElse(value);
    }

    private static String ordinal(int number) {
        int last = number % 10;
        boolean isTeen = number / 10 % 10 == 1;
        return number + (isTeen || last > 3 || last == 0 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : "rd");
    }

    private static String joined(List<String> items) {
        int last = items.size() - 1;
        return last == 0 ? items.get(0) : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
    }

    private static String twoDigits(String number) {
        return String.format("%02d", Integer.parseInt(number));
    }
}
