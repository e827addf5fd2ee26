package dev.cairn.persistence.jpa.deployment.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

/** An entity of an application. */
@Entity
@Table(name = "shop_order")
public class Order extends PanacheEntityBase {

    @Id
    public String number;

    public Order() {}

    public Order(String number) {
        this.number = number;
    }
}
