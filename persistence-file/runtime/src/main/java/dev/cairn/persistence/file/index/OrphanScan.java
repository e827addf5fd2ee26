package dev.cairn.persistence.file.index;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds instances that should run and have no live owner: first all that an earlier life of the store left, and then those that
 * are given up in this one.
 *
 * <p>
 * Belongs to the thread that changes the index.
 */
public final class OrphanScan {

    private final long life;
    private final Set<String> abandoned = new LinkedHashSet<>();
    private ListingKey position;
    private boolean finished;

    public OrphanScan(long life) {
        this.life = life;
    }

    /** Takes note of what an instance is now; null if it was removed. */
    void changed(String id, IndexedInstance state) {
        if (state != null && state.orphan(life)) {
            abandoned.add(id);
        } else {
            abandoned.remove(id);
        }
    }

    /** Some orphans, others than those that were given before and are claimed since; none if there are no more now. */
    public List<String> next(PersistentStoreIndex index, int limit) {
        Set<String> found = new LinkedHashSet<>();
        while (!finished && found.size() < limit) {
            position = index.finder().runnableBehind(position);
            if (position == null) {
                finished = true;
            } else if (index.find(position.id()).orphan(life)) {
                found.add(position.id());
            }
        }
        Iterator<String> rest = abandoned.iterator();
        while (rest.hasNext() && found.size() < limit) {
            found.add(rest.next());
        }
        return List.copyOf(found);
    }
}
